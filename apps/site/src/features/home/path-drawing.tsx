import { siteHomeTexts } from '@comet/texts/site';

const texts = siteHomeTexts.ways;

/** The way of the traffic: you, our server, a home if it goes there, and the site. The card's text says the same. */
export function PathDrawing({ viaHome }: { readonly viaHome: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 320 72" className="my-5 block h-auto w-full" fill="none">
      <path
        d="M10 34C60 8 110 14 160 22S260 42 310 20"
        className="stroke-[var(--trail)]"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="10" cy="34" r="5.5" className="fill-quiet" />
      <circle cx="160" cy="22" r="6" className="fill-ground stroke-comet" strokeWidth="2.5" />
      {viaHome && <circle cx="240" cy="33" r="6" className="fill-comet" />}
      <circle cx="310" cy="20" r="5.5" className="fill-safe" />
      <g fontSize="13" className="fill-quiet">
        <text x="4" y="58">
          {texts.you}
        </text>
        <text x="160" y="48" textAnchor="middle">
          {texts.server}
        </text>
        {viaHome && (
          <text x="240" y="60" textAnchor="middle">
            {texts.home}
          </text>
        )}
        <text x="316" y="46" textAnchor="end">
          {texts.site}
        </text>
      </g>
    </svg>
  );
}
