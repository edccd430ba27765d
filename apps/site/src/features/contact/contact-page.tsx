import { contactTexts as texts, formatText } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { addresses, dashboard } from '../../platform/addresses.ts';
import { actionClasses, LinkList, PageHead, Select } from '../frame/index.ts';

const field =
  'mt-1.5 block w-full rounded-control border border-edge bg-raised px-3.5 py-2.5 text-body font-normal text-ink';

/** A plain form: the browser posts it, and the API redirects to a result page. */
export function ContactPage() {
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      <div className="mt-10 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[3fr_2fr]">
        <ContactForm />
        <Aside />
      </div>
    </>
  );
}

function ContactForm() {
  return (
    <form method="post" action="/api/v1/contact/form" className="flex flex-col gap-6">
      <label className="font-semibold">
        {texts.name}
        <input name="name" required maxLength={100} autoComplete="name" className={field} />
      </label>
      <label className="font-semibold">
        {texts.email}
        <input name="email" type="email" required maxLength={254} autoComplete="email" className={field} />
      </label>
      <label className="font-semibold">
        {texts.topic}
        <span className="mt-1.5 block">
          <Select name="topic" required>
            {Object.entries(texts.topics).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </span>
      </label>
      <label className="font-semibold">
        {texts.message}
        <textarea name="message" required maxLength={5000} rows={8} className={field} />
      </label>
      <label className="hidden">
        {texts.website}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <div>
        <button type="submit" className={buttonClasses()}>
          {texts.send}
        </button>
      </div>
      <p className="m-0 text-small text-quiet">{texts.kept}</p>
    </form>
  );
}

/** Ways to get a faster answer than by email, and where to report vulnerabilities. */
function Aside() {
  const { faster, security, securityExplanation } = texts;
  return (
    <aside className="flex flex-col gap-8">
      <div>
        <h2 className="m-0 text-lead">{faster.heading}</h2>
        <div className="mt-4">
          <LinkList
            label={faster.heading}
            links={[
              ['/help/', faster.help],
              ['/status/', faster.status],
              ['/pricing/#questions', faster.money],
              [dashboard.home, faster.customers],
            ]}
          />
        </div>
      </div>
      <section className="rounded-control bg-warm p-6">
        <h2 className="m-0 text-lead">{security}</h2>
        <p className="m-0 mt-1">{formatText(securityExplanation, { address: addresses.security })}</p>
      </section>
    </aside>
  );
}

/** The result page of a sent form. */
export function ContactOutcome({ sent }: { readonly sent: boolean }) {
  if (sent) return <PageHead explanation={texts.sent.explanation}>{texts.sent.headline}</PageHead>;
  return (
    <>
      <PageHead explanation={texts.notSent.explanation}>{texts.notSent.headline}</PageHead>
      <p className="m-0 mt-8">
        <a href="/get-in-touch/" className={actionClasses}>
          {texts.notSent.again}
        </a>
      </p>
    </>
  );
}
