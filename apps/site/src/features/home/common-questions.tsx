import { pricingTexts, siteHomeTexts } from '@comet/texts/site';
import { isAppPublished } from '../download/index.ts';
import { actionClasses, Questions } from '../frame/index.ts';

/** Questions of visitors; those about money have the answers of the pricing page. */
export function CommonQuestions() {
  const { headline, other, contact, vpn, logs, devices, blocked } = siteHomeTexts.questions;
  const { question, answer, answerWithoutApp } = devices;
  const onDevices = { question, answer: isAppPublished ? answer : answerWithoutApp };
  const own = [vpn, logs, onDevices, blocked].map(({ question, answer }) => [question, answer] as const);
  return (
    <section className="mt-20 grid gap-x-16 gap-y-6 lg:grid-cols-[2fr_3fr]">
      <div>
        <h2 className="m-0 text-[1.75rem] leading-tight sm:text-[2.25rem]">{headline}</h2>
        <p className="m-0 mt-3 text-quiet">{other}</p>
        <p className="m-0 mt-1">
          <a href="/get-in-touch/" className={actionClasses}>
            {contact}
          </a>
        </p>
      </div>
      <Questions rows={[...own, ...pricingTexts.questions.rows.slice(0, 2)]} />
    </section>
  );
}
