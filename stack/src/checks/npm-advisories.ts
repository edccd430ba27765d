/**
 * Output of `npm audit --json` (auditReportVersion 2). Without a version it is an error, for example if the registry has no audit endpoint.
 */
interface Report {
  readonly auditReportVersion?: number;
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
}

interface Vulnerability {
  readonly severity: string;
  readonly range: string;
  /** Advisories of the package itself, and names of dependencies that have some. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

/** Returns one line for each vulnerable package in the output of `npm audit --json`, or one sentence if the registry did not respond. */
export function npmFindings(output: string): readonly string[] {
  const report = readReport(output);
  if (report?.auditReportVersion === undefined)
    return [
      "npm's advisories could not be reached: run npm run audit on a machine that reaches registry.npmjs.org.",
    ];
  return Object.entries(report.vulnerabilities ?? {}).map(([name, { severity, range, via }]) => {
    const why = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`));
    return `${name} ${range}: ${severity}, ${why.join('; ')}`;
  });
}

function readReport(output: string): Report | null {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Report;
  } catch {
    return null;
  }
}
