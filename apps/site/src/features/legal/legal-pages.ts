import { getCollection } from 'astro:content';
import { type Company, readCompany } from '../../platform/company.ts';
import { fillIn } from './fill-in.ts';

interface Entry {
  readonly id: string;
  readonly data: { readonly title: string; readonly description: string };
  readonly body?: string;
  readonly rendered?: { readonly html: string };
}

/** Terms, privacy, refunds, imprint, with the operator's values. */
export interface LegalPage {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

/** Returns the legal pages with the company's data filled in. */
export async function legalPages(company: Company = readCompany()): Promise<readonly LegalPage[]> {
  const entries = (await getCollection('legal')) as readonly Entry[];
  return entries.map(({ id, data, rendered }) => ({
    id,
    path: `/${id}/`,
    ...data,
    html: fillIn(rendered?.html ?? '', company),
  }));
}
