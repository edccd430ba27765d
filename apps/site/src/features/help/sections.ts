/** The sections of a help page, as HTML. */
export interface HelpSections {
  readonly needs: string;
  readonly steps: string;
  readonly result: string;
  readonly failures: string;
  /** The headings of the sections, in this order. */
  readonly headings: readonly [needs: string, steps: string, result: string, failures: string];
}

/**
 * Splits the HTML of a help page at its four headings of level 2. Throws if there are others, or if one is
 * missing.
 */
export function helpSections(html: string): HelpSections {
  const [needs, steps, result, failures, ...others] = html.split(/(?=<h2[ >])/).map((part) => {
    const [whole = '', heading = ''] = /^<h2[^>]*>(.*?)<\/h2>\s*/s.exec(part) ?? [];
    return { heading, html: part.slice(whole.length) };
  });
  if (!needs?.heading || !steps || !result || !failures || others.length > 0)
    throw new Error('A help page has four parts, each with a heading');
  return {
    needs: needs.html,
    steps: steps.html,
    result: result.html,
    failures: failures.html,
    headings: [needs.heading, steps.heading, result.heading, failures.heading],
  };
}

/** Replaces the origin `dashboard:` of links with `origin`. */
export const linkedHelp = (html: string, origin: string): string =>
  html.replaceAll('href="dashboard:', `href="${origin}`);
