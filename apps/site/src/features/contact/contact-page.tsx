import { contactTexts as texts, say } from '@comet/texts/site';
import { buttonClasses } from '@comet/ui';
import { addresses } from '../../platform/addresses.ts';
import { actionClasses, PageHead } from '../frame/index.ts';

const field =
  'mt-1.5 block w-full rounded-control border border-edge bg-raised px-3.5 py-2.5 text-body text-ink';

/** A plain form: the browser posts it, and the API redirects to a page with the result. */
export function ContactPage() {
  return (
    <>
      <PageHead explanation={texts.explanation}>{texts.headline}</PageHead>
      <form method="post" action="/api/v1/contact/form" className="mt-10 flex max-w-[36rem] flex-col gap-6">
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
          <select name="topic" required className={`${field} min-h-11`}>
            {Object.entries(texts.topics).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
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
      <section className="mt-16 border-t border-line pt-8">
        <h2 className="m-0 text-lead">{texts.security}</h2>
        <p className="m-0 mt-1 text-quiet">
          {say(texts.securityExplanation, { address: addresses.security })}
        </p>
      </section>
    </>
  );
}

/** The result of a sent form. */
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
