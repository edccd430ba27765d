import { proofTexts as texts } from '@comet/texts/site';
import { addresses } from '../../platform/addresses.ts';
import { actionClasses, PageHead, Part } from '../frame/index.ts';

/** Each promise with its limit and its tests. Where the sources are published, the tests are links. */
export function ProofPage() {
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      <p className="m-0 mt-6">
        <a href="/documents/security/" className={actionClasses}>
          {texts.readDocument}
        </a>
      </p>
      <div className="mt-14 border-t border-line">
        {texts.claims.map(({ heading, text, limit, tests }) => (
          <section
            key={heading}
            className="grid gap-x-10 gap-y-3 border-b border-line py-9 md:grid-cols-[2fr_3fr]"
          >
            <h2 className="m-0 text-title">{heading}</h2>
            <div className="flex flex-col gap-4">
              <p className="m-0">{text}</p>
              <p className="m-0 text-quiet">{limit}</p>
              <div className="text-small">
                <p className="m-0 text-quiet">{texts.test}</p>
                <ul className="m-0 mt-1 list-none p-0 font-mono wrap-anywhere">
                  {tests.map((test) => (
                    <li key={test}>
                      <TestName path={test} />
                    </li>
                  ))}
                </ul>
              </div>
            </div>
          </section>
        ))}
      </div>
      <Part heading={texts.notHeading}>
        <ul className="m-0 list-none border-t border-line p-0">
          {texts.not.map((sentence) => (
            <li key={sentence} className="max-w-[48rem] border-b border-line py-5 text-quiet md:max-w-none">
              {sentence}
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

function TestName({ path }: { readonly path: string }) {
  if (addresses.sources === null) return <code>{path}</code>;
  return (
    <a href={`${addresses.sources}/blob/main/${path}`} className={actionClasses} rel="noreferrer">
      {path}
    </a>
  );
}
