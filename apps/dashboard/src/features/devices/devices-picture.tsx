/** A drawing of a computer and a phone, connected by a trail. */
export function DevicesPicture() {
  return (
    <svg viewBox="0 0 192 88" fill="none">
      <g className="fill-warm stroke-edge" strokeWidth="1.5" strokeLinejoin="round">
        <rect x="22" y="22" width="76" height="48" rx="5" />
        <path d="M12 78h96l-7-8H19z" />
        <rect x="146" y="30" width="27" height="48" rx="5" />
        <path d="M156 72h7" strokeLinecap="round" />
      </g>
      <path
        d="M60 44C82 6 130 4 155 42"
        className="stroke-trail"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 6"
      />
      <circle cx="60" cy="46" r="4" className="fill-edge" />
      <circle cx="159" cy="48" r="5.5" className="fill-comet" />
    </svg>
  );
}
