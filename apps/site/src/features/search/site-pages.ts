import { helpTexts } from '@comet/texts/help';
import {
  blogTexts,
  contactTexts,
  dedicatedPageTexts,
  documentsTexts,
  siteDownloadTexts,
  nameInSentence,
  locationsTexts,
  pricingTexts,
  proofTexts,
  residentialPageTexts,
  formatText,
  statusTexts,
  useCasesTexts,
} from '@comet/texts/site';
import { articles } from '../blog/index.ts';
import { countriesOf, locations } from '../catalogue/index.ts';
import { documents } from '../documents/index.ts';
import { legalPages } from '../legal/index.ts';
import { helpArticles } from '../help/index.ts';
import { citiesText, countryPath } from '../locations/index.ts';
import { useCasePath, useCases } from '../use-cases/index.ts';
import type { SearchPage } from './build-index.ts';

const pages = [
  ['/pricing/', pricingTexts],
  ['/locations/', locationsTexts],
  ['/residential/', residentialPageTexts],
  ['/dedicated/', dedicatedPageTexts],
  ['/use-cases/', useCasesTexts],
  ['/download/', siteDownloadTexts],
  ['/security/', proofTexts],
  ['/status/', statusTexts],
  ['/blog/', blogTexts],
  ['/help/', helpTexts],
  ['/get-in-touch/', contactTexts],
] as const;

/** All searchable pages. Decision records are excluded: they are written for engineers. */
export async function sitePages(): Promise<readonly SearchPage[]> {
  const { country: countryTexts } = locationsTexts;
  return [
    ...pages.map(([path, { title, description }]) => ({ path, title, description, kind: 'page' as const })),
    ...useCases.map((useCase) => ({
      path: useCasePath(useCase),
      title: useCase.title,
      description: useCase.description,
      kind: 'page' as const,
      body: `${useCase.text} ${useCase.points.flat().join(' ')}`,
    })),
    ...countriesOf(locations).map((country) => ({
      path: countryPath(country),
      title: formatText(countryTexts.title, { country: nameInSentence(country) }),
      description: citiesText(country),
      kind: 'location' as const,
      body: `${country.code} ${country.locations.map(({ code }) => code).join(' ')}`,
    })),
    ...(await helpArticles()).map(({ path, title, summary, body }) => ({
      path,
      title,
      description: summary,
      kind: 'help' as const,
      body,
    })),
    ...(await articles()).map(({ path, title, description, entry, tags }) => ({
      path,
      title,
      description,
      kind: 'article' as const,
      body: `${tags.join(' ')} ${entry.body ?? ''}`,
    })),
    ...(await legalPages()).map(({ path, title, description, html }) => ({
      path,
      title,
      description,
      kind: 'legal' as const,
      body: html,
    })),
    ...(await documentPages()),
  ];
}

async function documentPages(): Promise<readonly SearchPage[]> {
  const shown = (await documents()).filter(({ slug }) => !slug.startsWith('decisions/'));
  return shown.flatMap((document) => [
    {
      path: document.path,
      title: document.title,
      description: formatText(documentsTexts.documentDescription, { title: document.title }),
      kind: 'document' as const,
    },
    ...document.chapters.map((chapter) => ({
      path: chapter.path,
      title: chapter.title,
      description: chapter.firstSentence,
      kind: 'document' as const,
    })),
  ]);
}
