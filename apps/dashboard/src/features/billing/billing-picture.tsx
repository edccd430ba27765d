/** A drawing of a receipt. */
export function BillingPicture() {
  return (
    <svg viewBox="0 0 192 88" fill="none">
      <path
        d="M66 10h60v68l-7.5-6-7.5 6-7.5-6-7.5 6-7.5-6-7.5 6-7.5-6-7.5 6z"
        className="fill-warm stroke-edge"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <g className="stroke-trail" strokeWidth="2" strokeLinecap="round">
        <path d="M78 26h22M78 38h30M78 50h16" />
      </g>
      <path d="M106 50h8" className="stroke-comet" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
