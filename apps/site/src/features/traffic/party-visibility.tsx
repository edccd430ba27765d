import { type Party, whoSeesWhatTexts as texts, type PartyKind } from '@comet/texts/site';
import { Icon, type IconName } from '@comet/ui';

/**
 * The route of a customer's traffic as a drawing, with what each party on it can see. The first party is the
 * customer, the last is outside the tunnel. Side by side on wide screens, below each other on phones.
 */
export function PartyVisibility({ parties }: { readonly parties: readonly Party[] }) {
  return (
    <section className="mt-16" aria-labelledby="who-sees-what">
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-3">
        <h2 id="who-sees-what" className="m-0 text-[1.75rem] leading-tight sm:text-[2.25rem]">
          {texts.heading}
        </h2>
        <p className="m-0 flex flex-wrap gap-x-6 gap-y-1 text-small text-quiet">
          {[true, false].map((inside) => (
            <span key={String(inside)} className="inline-flex items-center gap-2">
              <span className="block h-3 w-10">
                <ConnectionLine inside={inside} />
              </span>
              {inside ? texts.inside : texts.outside}
            </span>
          ))}
        </p>
      </div>
      <ol
        className={`m-0 mt-6 grid list-none rounded-control border border-line bg-raised p-6 sm:p-8 ${
          parties.length === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'
        }`}
      >
        {parties.map((party, at) => (
          <PartyColumn key={party.name} party={party} left={parties.length - 1 - at} />
        ))}
      </ol>
    </section>
  );
}

interface PartyColumnProps {
  readonly party: Party;
  /** Number of parties after this one. */
  readonly left: number;
}

function PartyColumn({
  party: { kind, name, note, sees, misses, isOutside = false },
  left,
}: PartyColumnProps) {
  const isInside = left > 1 && !isOutside;
  const tone = kind === 'you' ? 'border-comet text-comet' : 'border-edge text-ink';
  return (
    <li className="relative pb-8 pl-16 last:pb-0 lg:pb-0 lg:pl-0">
      <span
        className={`absolute top-0 left-0 grid size-11 place-items-center rounded-full border-2 bg-raised lg:static ${tone}`}
      >
        <Icon name={partyIcons[kind]} size="medium" />
      </span>
      {left > 0 && (
        <>
          <span className="absolute top-11 bottom-0 left-0 w-11 lg:hidden">
            <ConnectionLine inside={isInside} upright />
          </span>
          <span className="absolute top-0 right-0 left-11 hidden h-11 px-1 lg:block">
            <ConnectionLine inside={isInside} />
          </span>
        </>
      )}
      <h3 className="m-0 pt-2 text-body lg:pt-0 lg:mt-4">{name}</h3>
      {note !== undefined && <p className="m-0 mt-2 pr-5 text-small text-quiet">{note}</p>}
      {sees.length > 0 && <Seen label={texts.sees} icon="eye" items={sees} />}
      {misses.length > 0 && <Seen label={texts.misses} icon="eye-off" items={misses} />}
    </li>
  );
}

interface SeenProps {
  readonly label: string;
  readonly icon: 'eye' | 'eye-off';
  readonly items: readonly string[];
}

/** What a party can see, or what it cannot. */
export function Seen({ label, icon, items }: SeenProps) {
  return (
    <div className="mt-3 pr-5 text-small">
      <p
        className={`m-0 flex items-center gap-2 font-semibold ${icon === 'eye' ? 'text-warn' : 'text-safe'}`}
      >
        <Icon name={icon} />
        {label}
      </p>
      <ul className="m-0 mt-1 flex list-none flex-col gap-1 p-0 text-quiet">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

/** The symbol of a party in a drawing. */
const partyIcons: Readonly<Record<PartyKind, IconName>> = {
  you: 'laptop',
  network: 'wifi',
  server: 'server',
  home: 'house',
  site: 'globe',
};

/**
 * A line from one party to the next, which fills its container. The tunnel is drawn as a solid trail, the
 * part outside of it as a dashed line.
 */
function ConnectionLine({
  inside,
  upright = false,
}: {
  readonly inside: boolean;
  readonly upright?: boolean;
}) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      className={`size-full fill-none ${inside ? 'stroke-comet' : 'stroke-quiet'}`}
    >
      <path
        d={upright ? 'M50 0 V40' : 'M0 20 C 30 2, 70 38, 100 20'}
        vectorEffect="non-scaling-stroke"
        strokeWidth={inside ? 3 : 2}
        strokeDasharray={inside ? undefined : '2 6'}
        strokeLinecap="round"
      />
    </svg>
  );
}
