/** A drawing of a map pin and a trail that leads to it. */
export function AddressPicture() {
  return (
    <svg viewBox="0 0 192 88" fill="none">
      <ellipse cx="138" cy="76" rx="34" ry="6" className="fill-warm stroke-edge" strokeWidth="1.5" />
      <path
        d="M138 74c-14-14-22-24-22-36a22 22 0 0 1 44 0c0 12-8 22-22 36z"
        className="fill-warm stroke-edge"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path
        d="M18 70C40 40 78 24 130 37"
        className="stroke-trail"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 6"
      />
      <circle cx="18" cy="70" r="3" className="fill-trail" />
      <circle cx="138" cy="38" r="6.5" className="fill-comet" />
    </svg>
  );
}
