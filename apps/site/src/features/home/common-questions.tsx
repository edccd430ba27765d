import { pricingTexts, siteHomeTexts } from '@comet/texts/site';
import { Questions } from '../frame/index.ts';

/** Questions of visitors; those about money are answered as on the pricing page. */
export function CommonQuestions() {
  const { headline, vpn, logs, devices, blocked } = siteHomeTexts.questions;
  const own = [vpn, logs, devices, blocked].map(({ question, answer }) => [question, answer] as const);
  return (
    <section className="mt-20 grid gap-x-16 gap-y-6 lg:grid-cols-[2fr_3fr]">
      <h2 className="m-0 text-[1.75rem] leading-tight sm:text-[2.25rem]">{headline}</h2>
      <Questions rows={[...own, ...pricingTexts.questions.rows.slice(0, 3)]} />
    </section>
  );
}
