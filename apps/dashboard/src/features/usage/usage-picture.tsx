/** A drawing of the bars of an empty chart, one of them highlighted at its base. */
export function UsagePicture() {
  return (
    <svg viewBox="0 0 192 88" fill="none">
      <g className="stroke-line" strokeWidth="1.5" strokeDasharray="3 4">
        <path d="M8 16h176M8 40h176M8 64h176" />
      </g>
      <g className="fill-warm stroke-trail" strokeWidth="1.5">
        <rect x="20" y="62" width="16" height="18" rx="3" />
        <rect x="46" y="46" width="16" height="34" rx="3" />
        <rect x="72" y="56" width="16" height="24" rx="3" />
        <rect x="98" y="34" width="16" height="46" rx="3" />
        <rect x="124" y="50" width="16" height="30" rx="3" />
      </g>
      <rect x="150" y="22" width="16" height="58" rx="3" className="fill-comet" />
      <path d="M8 80h176" className="stroke-edge" strokeWidth="1.5" />
    </svg>
  );
}
