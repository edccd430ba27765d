import { helpTexts } from '@comet/texts/help';
import {
  blogTexts,
  contactTexts,
  dedicatedPageTexts,
  documentsTexts,
  frameTexts,
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
import { legalPages } from '../legal/index.ts';
import { countryPath } from '../locations/index.ts';
import { useCasePath, useCases } from '../use-cases/index.ts';

const pages = [
  ['/home/', frameTexts.slogan],
  ['/pricing/', pricingTexts.headline],
  ['/locations/', locationsTexts.title],
  ['/use-cases/', useCasesTexts.headline],
  ['/residential/', residentialPageTexts.headline],
  ['/dedicated/', dedicatedPageTexts.headline],
  ['/download/', siteDownloadTexts.headline],
  ['/blog/', blogTexts.headline],
  ['/security/', proofTexts.headline],
  ['/documents/', documentsTexts.headline],
  ['/help/', helpTexts.headline],
  ['/get-in-touch/', contactTexts.headline],
  ['/status/', statusTexts.headline],
] as const;

/** Every page with its own picture: the path of the picture under /og, without extension, and its text. */
export async function pagesWithSocialImage(): Promise<
  readonly { readonly path: string; readonly text: string }[]
> {
  const { headline } = locationsTexts.country;
  const all = [
    ...pages,
    ...countriesOf(locations).map(
      (country) =>
        [countryPath(country), formatText(headline, { country: nameInSentence(country) })] as const,
    ),
    ...useCases.map((useCase) => [useCasePath(useCase), useCase.title] as const),
    ...(await articles()).map(({ path, title }) => [path, title] as const),
    ...(await legalPages()).map(({ id, title }) => [`/${id}/`, title] as const),
  ];
  return all.map(([path, text]) => ({ path: path.slice(1, -1), text }));
}
