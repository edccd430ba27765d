import { api } from '@comet/contract';
import { legalTexts } from '@comet/texts/site';
import { sentenceOf } from '../open-database.ts';
import type { Settings } from '../settings.ts';
import { type Finding, failure, good, warning } from './finding.ts';
import { type Probe, reasonIn } from './probe.ts';

const dayMs = 86_400_000;
const warnDays = 21;
const failDays = 7;

/** The public addresses: certificates, the API behind them, and the legal texts of the site. */
export async function checkWeb(settings: Settings, probe: Probe, now: Date): Promise<readonly Finding[]> {
  const urls = [settings.publicUrl, settings.dashboardUrl, settings.siteUrl, settings.operatorConsole?.url];
  const origins = [...new Set(urls.flatMap((url) => (url === undefined ? [] : [new URL(url).origin])))];
  const certificates = await Promise.all(
    origins.map((origin) => certificateFinding(new URL(origin), probe, now)),
  );
  return [...certificates, await apiFinding(settings, probe), await legalFinding(settings, probe)];
}

async function certificateFinding(
  { protocol, hostname, port }: URL,
  probe: Probe,
  now: Date,
): Promise<Finding> {
  const part = 'certificate';
  if (protocol !== 'https:')
    return warning(part, `${hostname} is used without TLS`, 'use an https:// address for customers');
  try {
    const end = await probe.certificateEnd(hostname.replaceAll(/^\[|\]$/g, ''), Number(port || 443));
    const days = Math.floor((end.getTime() - now.getTime()) / dayMs);
    const found = `that of ${hostname} is valid for ${days} days`;
    const remedy = 'check that your web server renews it';
    if (days < failDays) return failure(part, found, remedy);
    return days < warnDays ? warning(part, found, remedy) : good(part, found);
  } catch (error) {
    return failure(
      part,
      `${hostname}: ${sentenceOf(error)}`,
      'check DNS, the web server, and its certificate',
    );
  }
}

async function apiFinding({ publicUrl }: Settings, probe: Probe): Promise<Finding> {
  const url = `${publicUrl}${api.listPlans.path}`;
  const remedy = 'start the API, and forward /api/ of PUBLIC_URL to it';
  try {
    const { status } = await probe.page(url);
    return status === 200
      ? good('API', `${publicUrl} responds`)
      : failure('API', `${url} returns ${status}`, remedy);
  } catch (error) {
    return failure('API', `${url}: ${reasonIn(error)}`, remedy);
  }
}

async function legalFinding({ siteUrl, isProduction }: Settings, probe: Probe): Promise<Finding> {
  const url = `${siteUrl}/terms/`;
  const part = 'legal texts';
  try {
    const { status, text } = await probe.page(url);
    if (status !== 200) return failure(part, `${url} returns ${status}`, 'serve the site at SITE_URL');
    if (!text.includes(legalTexts.sample)) return good(part, `${url} has no sample company`);
    const remedy = 'build the site with COMET_ENV=production and the variables COMPANY_…';
    const found = `${url} shows a sample company`;
    return isProduction ? failure(part, found, remedy) : warning(part, found, remedy);
  } catch (error) {
    return failure(part, `${url}: ${reasonIn(error)}`, 'serve the site at SITE_URL');
  }
}
