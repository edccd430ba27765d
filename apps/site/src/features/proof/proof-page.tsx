import { LOCALE, plural, proofTexts as texts, formatText } from '@comet/texts/site';
import { actionClasses, inkActionClasses, PageHead, PageSection } from '../frame/index.ts';
import { lastLeakTest } from '../leak-test/index.ts';
import type { TestResult, TestResults } from './test-result.ts';
import recorded from './results.json';
import { addresses } from '../../platform/addresses.ts';

/** Each claim with its limits, and its tests with date and result of the last recorded run. */
export function ProofPage() {
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      <p className="m-0 mt-6 max-w-[40rem] text-quiet">
        {texts.how}{' '}
        <a href="/documents/security/" className={actionClasses}>
          {texts.readDocument}
        </a>
      </p>
      <div className="mt-12 grid gap-5">
        {texts.claims.map((claim) => (
          <ClaimCard key={claim.heading} claim={claim} />
        ))}
      </div>
      <PageSection heading={texts.notHeading}>
        <ul className="m-0 list-none overflow-hidden rounded-control border border-line bg-raised p-0">
          {texts.not.map((sentence) => (
            <li key={sentence} className="border-b border-line px-5 py-4 text-quiet last:border-b-0 sm:px-7">
              {sentence}
            </li>
          ))}
        </ul>
      </PageSection>
    </>
  );
}

function ClaimCard({ claim }: { readonly claim: (typeof texts.claims)[number] }) {
  const { heading, text, limit, tests } = claim;
  return (
    <section className="overflow-hidden rounded-control border border-line bg-raised lg:grid lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="flex min-w-0 flex-col p-5 sm:p-7">
        <h2 className="m-0 text-title">{heading}</h2>
        <p className="m-0 mt-3">{text}</p>
        <div className="mt-auto pt-5">
          <p className="m-0 border-t border-line pt-4 text-small text-quiet">{limit}</p>
        </div>
      </div>
      <div className="min-w-0 border-t border-line bg-warm p-5 sm:p-7 lg:border-t-0 lg:border-l">
        <ClaimResult tests={tests} />
        <h3 className="m-0 mt-5 font-text text-small font-semibold">{texts.tests}</h3>
        <ul className="m-0 mt-1 list-none p-0">
          {tests.map((path) => (
            <TestRow key={path} path={path} isUnrecorded={resultOfAll(tests) === undefined} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function ClaimResult({ tests }: { readonly tests: readonly string[] }) {
  const result = resultOfAll(tests);
  if (result === undefined) return <p className="m-0 font-semibold">{texts.result.noResult}</p>;
  const isPassed = result.failed === 0;
  return (
    <>
      <p className={`m-0 text-lead font-semibold ${isPassed ? 'text-safe' : 'text-danger'}`}>
        {countText(result)}
      </p>
      <p className="m-0 text-small text-quiet">{formatText(texts.result.lastRun, { day: dayOf(result) })}</p>
      {result.isPartial && <p className="m-0 text-small text-quiet">{texts.result.partly}</p>}
      {tests.includes(leakTestFile) && <LeakTestResult />}
    </>
  );
}

const leakTestFile =
  'e2e/src/leaks/controls.spec.ts' satisfies (typeof texts.claims)[number]['tests'][number];

/** The recorded leak test whose figures are on the home page. */
function LeakTestResult() {
  const last = lastLeakTest();
  if (last === null) return null;
  const { finishedAt, packetsOutside, packetsWithoutRules } = last;
  return (
    <p className="m-0 mt-3 text-small">
      {formatText(texts.result.leakTest, {
        day: dayOf({ at: finishedAt }),
        outside: packetsText(packetsOutside),
        caught: packetsText(packetsWithoutRules),
      })}
    </p>
  );
}

const packetCount = new Intl.NumberFormat(LOCALE);

const packetsText = (packets: number): string =>
  formatText(plural(packets, texts.result.packets), { count: packetCount.format(packets) });

/** `isUnrecorded`: no test of the claim has a result, which the claim already states. */
function TestRow({ path, isUnrecorded }: { readonly path: string; readonly isUnrecorded: boolean }) {
  const result = resultOf(path);
  const name = path.split('/').at(-1) ?? path;
  return (
    <li className="border-t border-line py-2 text-small first:border-t-0">
      <a
        href={sourceLink(path)}
        aria-label={formatText(texts.source, { test: path })}
        className={`inline-flex min-h-6 items-center font-mono wrap-anywhere ${inkActionClasses}`}
        rel="noreferrer"
      >
        {name}
      </a>
      {!isUnrecorded && (
        <p className="m-0 text-quiet">
          {result === undefined
            ? texts.result.noResult
            : formatText(texts.result.on, { result: countText(result), day: dayOf(result) })}
        </p>
      )}
    </li>
  );
}

const days = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const dayOf = ({ at }: Pick<TestResult, 'at'>): string => days.format(new Date(at));

function countText({ passed, failed }: TestResult): string {
  const { result } = texts;
  return failed > 0
    ? formatText(plural(failed, result.failed), { count: failed })
    : formatText(plural(passed, result.passed), { count: passed });
}

const results: TestResults = recorded;

const resultOf = (path: string): TestResult | undefined => results[path];

/** The result of several test files: sums, the oldest date, and whether one of them has no recorded run. Undefined if none has. */
export function resultOfAll(
  paths: readonly string[],
  find: (path: string) => TestResult | undefined = resultOf,
): (TestResult & { readonly isPartial: boolean }) | undefined {
  const found = paths.map(find).filter((one) => one !== undefined);
  const oldest = found.map(({ at }) => at).toSorted()[0];
  if (oldest === undefined) return undefined;
  return {
    at: oldest,
    passed: found.reduce((all, { passed }) => all + passed, 0),
    failed: found.reduce((all, { failed }) => all + failed, 0),
    isPartial: found.length < paths.length,
  };
}

/** The link to a test's source: in the repository if it is published, otherwise the copy on the site. */
function sourceLink(path: string): string {
  return addresses.sources === null
    ? `/security/tests/${path}.txt`
    : `${addresses.sources}/blob/main/${path}`;
}
