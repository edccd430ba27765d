import { helpTexts as texts } from '@comet/texts/help';
import { buttonClasses } from '@comet/ui';
import { inkActionClasses } from '../frame/index.ts';

/** Link to the contact page. */
export function ContactSupport() {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-control border border-line bg-warm p-6">
      <div className="flex flex-col gap-1">
        <h2 className="m-0 text-lead">{texts.stuck}</h2>
        <p className="m-0 text-quiet">{texts.stuckExplanation}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <a href="/status/" className={inkActionClasses}>
          {texts.status}
        </a>
        <a href="/get-in-touch/" className={buttonClasses('secondary')}>
          {texts.contact}
        </a>
      </div>
    </section>
  );
}
