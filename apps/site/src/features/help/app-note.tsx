import { residentialDataTexts } from '@comet/texts';
import { type HelpSlug, helpPath, helpTexts } from '@comet/texts/help';
import { actionClasses } from '../frame/index.ts';
import type { HelpArticle } from './help-articles.ts';

const installPath = helpPath('install-debian-ubuntu');

/** Whether a task needs the app: its prerequisites link to the page about installing it. */
export const needsApp = ({ path, sections }: Pick<HelpArticle, 'path' | 'sections'>): boolean =>
  path === installPath || sections.needs.includes(`href="${installPath}"`);

/** The note that a task needs the app, on a site without a package of it. */
export function AppNote({ slug }: { readonly slug: HelpSlug }) {
  const { headline, explanation, href, action } = slug === 'residential-data' ? residentialData : anyTask;
  return (
    <div className="mt-8 max-w-[48rem] border-l-3 border-warn bg-raised p-5">
      <p className="m-0 font-semibold">{headline}</p>
      <p className="m-0 mt-1 text-quiet">{explanation}</p>
      <a href={href} className={`${actionClasses} mt-3 inline-block`}>
        {action}
      </a>
    </div>
  );
}

const { appRequiredHeadline, appNotYet, seeProxy } = residentialDataTexts;
const residentialData = {
  ...{ headline: appRequiredHeadline, explanation: appNotYet },
  ...{ href: helpPath('proxy-curl'), action: seeProxy },
};
const anyTask = { ...helpTexts.appNotYet, href: '/download/' };
