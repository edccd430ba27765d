import { proxyUsersTexts as texts } from '@comet/texts';
import { Button, EmptyState } from '@comet/ui';

/** The empty list of users: an explanation, and the button to add the first. */
export function NoUsers({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <EmptyState picture={<ProxyPicture />} action={<Button onClick={onAdd}>{texts.add}</Button>}>
      {texts.none}
    </EmptyState>
  );
}

/** A drawing of a terminal, a home, and a trail between them. */
function ProxyPicture() {
  return (
    <svg viewBox="0 0 192 88" fill="none">
      <g className="fill-warm stroke-edge" strokeWidth="1.5" strokeLinejoin="round">
        <rect x="14" y="26" width="62" height="48" rx="5" />
        <path d="M130 78V46l24-20 24 20v32z" />
        <path d="M147 78V60h14v18" />
      </g>
      <path
        d="m26 42 8 7-8 7M40 57h14"
        className="stroke-quiet"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M76 44C92 14 122 10 148 38"
        className="stroke-trail"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 6"
      />
      <circle cx="154" cy="44" r="5.5" className="fill-comet" />
    </svg>
  );
}
