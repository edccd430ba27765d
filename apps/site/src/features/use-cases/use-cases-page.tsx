import { frameTexts, useCasesTexts as texts } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { PageHead, Statements } from '../frame/index.ts';

export type UseCase = (typeof texts.cases)[number];
export const useCases: readonly UseCase[] = texts.cases;
export const useCasePath = ({ slug }: UseCase): string => `/use-cases/${slug}/`;

export function UseCases() {
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      <ul className="m-0 mt-14 list-none border-t border-line p-0">
        {useCases.map((useCase) => (
          <li key={useCase.slug} className="border-b border-line">
            <a
              href={useCasePath(useCase)}
              className="group grid gap-x-10 gap-y-1 py-7 no-underline md:grid-cols-[2fr_3fr]"
            >
              <h2 className="m-0 text-title text-ink group-hover:text-comet">{useCase.title}</h2>
              <p className="m-0 text-quiet">{useCase.description}</p>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

export function UseCasePage({ useCase }: { readonly useCase: UseCase }) {
  return (
    <>
      <PageHead explanation={useCase.text}>{useCase.title}</PageHead>
      <div className="mt-14">
        <Statements rows={useCase.points} />
      </div>
      <div className="mt-14 grid gap-x-16 gap-y-8 md:grid-cols-2">
        <section>
          <h2 className="m-0 text-lead">{texts.way}</h2>
          <p className="m-0 mt-2 text-quiet">{useCase.fits}</p>
        </section>
        <section>
          <h2 className="m-0 text-lead">{texts.doesNot}</h2>
          <p className="m-0 mt-2 text-quiet">{useCase.limits}</p>
        </section>
      </div>
      <p className="m-0 mt-12">
        <a href="/pricing/" className={buttonClasses()}>
          {frameTexts.seePlans}
        </a>
      </p>
    </>
  );
}
