import { helpPath } from '@comet/texts/help';
import { frameTexts, useCasesTexts as texts } from '@comet/texts/site';
import { buttonClasses, Icon } from '@comet/ui';
import { inkActionClasses, PageHead } from '../frame/index.ts';
import { RouteDrawing, PartyVisibility } from '../traffic/index.ts';

export type UseCase = (typeof texts.cases)[number];
export const useCases: readonly UseCase[] = texts.cases;

/** Returns the path of a use case's page, with a slash at its end. */
export const useCasePath = ({ slug }: UseCase): string => `/use-cases/${slug}/`;

/** Common uses of Comet, each with the route of its traffic. */
export function UseCases() {
  return (
    <>
      <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
        <Exits />
      </div>
      <ul className="m-0 mt-12 grid list-none gap-5 p-0 md:grid-cols-2">
        {useCases.map((useCase) => (
          <li key={useCase.slug}>
            <UseCaseCard useCase={useCase} level="h2" />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The types of exit. */
function Exits() {
  return (
    <nav aria-labelledby="exits" className="rounded-control border border-line bg-warm p-6 lg:mt-10">
      <h2 id="exits" className="m-0 text-body">
        {texts.exits.heading}
      </h2>
      <ul className="m-0 mt-3 -mb-3 list-none p-0">
        {texts.exits.rows.map(([href, icon, name, explanation]) => (
          <li key={href} className="border-t border-line">
            <a href={href} className="group flex items-center gap-4 py-3 text-ink no-underline">
              <Icon name={icon} size="medium" />
              <span className="flex flex-col">
                <span className="font-semibold group-hover:text-comet">{name}</span>
                <span className="text-small text-quiet">{explanation}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function UseCaseCard({
  useCase,
  level: Heading,
}: {
  readonly useCase: UseCase;
  readonly level: 'h2' | 'h3';
}) {
  return (
    <a
      href={useCasePath(useCase)}
      className="group flex h-full flex-col rounded-control border border-line bg-raised p-6 no-underline hover:border-comet sm:p-7"
    >
      <RouteDrawing stops={useCase.parties.map(({ short, ...party }) => ({ ...party, name: short }))} />
      <Heading className="m-0 mt-5 text-lead text-ink group-hover:text-comet">{useCase.title}</Heading>
      <p className="m-0 mt-1 text-quiet">{useCase.description}</p>
    </a>
  );
}

/** One use case: what each party can see, what Comet does for it, which options to choose, and its limits. */
export function UseCasePage({ useCase }: { readonly useCase: UseCase }) {
  return (
    <>
      <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <PageHead explanation={useCase.text}>{useCase.title}</PageHead>
        <aside className="flex flex-col gap-4 rounded-control border border-line bg-warm p-6 lg:mt-10">
          <div>
            <h2 className="m-0 text-lead">{texts.way}</h2>
            <p className="m-0 mt-2">{useCase.fits}</p>
          </div>
          <a href="/pricing/" className={buttonClasses('primary', true)}>
            {frameTexts.seePlans}
          </a>
          <p className="m-0 text-small">
            {texts.help}{' '}
            <a href={helpPath(useCase.help)} className={inkActionClasses}>
              {useCase.helpLabel}
            </a>
          </p>
        </aside>
      </div>
      <PartyVisibility parties={useCase.parties} />
      <dl className="m-0 mt-5 grid gap-5 md:grid-cols-3">
        {useCase.points.map(([name, meaning]) => (
          <div key={name} className="rounded-control border border-line bg-raised p-6">
            <dt className="font-heading text-body font-semibold">{name}</dt>
            <dd className="m-0 mt-2 text-quiet">{meaning}</dd>
          </div>
        ))}
      </dl>
      <section className="mt-5 rounded-control border border-line p-6">
        <h2 className="m-0 text-body">{texts.doesNot}</h2>
        <p className="m-0 mt-2 text-quiet">{useCase.limits}</p>
      </section>
      <section className="mt-16">
        <h2 className="m-0 text-title">{texts.others}</h2>
        <ul className="m-0 mt-6 grid list-none gap-5 p-0 md:grid-cols-3">
          {useCases
            .filter(({ slug }) => slug !== useCase.slug)
            .map((other) => (
              <li key={other.slug}>
                <UseCaseCard useCase={other} level="h3" />
              </li>
            ))}
        </ul>
      </section>
    </>
  );
}
