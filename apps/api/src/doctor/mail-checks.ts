import { sentenceOf } from '../open-database.ts';
import { verifyMailServer } from '../platform/mail/mailer.ts';
import type { Settings } from '../settings.ts';
import { type Finding, failure, good, warning } from './finding.ts';
import type { Probe } from './probe.ts';

/** The mail server, and the DNS records that receivers require of the sender's domain. */
export async function checkMail(settings: Settings, probe: Probe): Promise<readonly Finding[]> {
  const domain = domainOf(settings.mailFrom);
  const { dkimSelector } = settings;
  return [
    await checkServer(settings.smtpUrl),
    ...(await Promise.all([
      lookUp('SPF', domain, probe, (records) => spfFinding(domain, records)),
      dkimSelector === null
        ? warning(
            'DKIM',
            'the selector is not known',
            `set DKIM_SELECTOR to the one with which your mail server signs for ${domain}`,
          )
        : lookUp('DKIM', `${dkimSelector}._domainkey.${domain}`, probe, (records, name) =>
            dkimFinding(name, records),
          ),
      checkDmarc(domain, probe),
    ])),
  ];
}

async function checkServer(url: string): Promise<Finding> {
  const { host } = new URL(url);
  try {
    await verifyMailServer(url);
    return good('mail server', `${host} accepts connections and the sign-in`);
  } catch (error) {
    return failure('mail server', `${host}: ${sentenceOf(error)}`, 'set SMTP_URL, or start the server');
  }
}

/** `Comet <hello@comet.example>` → `comet.example`. */
function domainOf(mailbox: string): string {
  return mailbox.slice(mailbox.lastIndexOf('@') + 1).replace('>', '');
}

async function lookUp(
  part: string,
  name: string,
  probe: Probe,
  judge: (records: readonly string[], name: string) => Finding,
): Promise<Finding> {
  try {
    return judge(await probe.txt(name), name);
  } catch (error) {
    return warning(
      part,
      `${name} could not be resolved (${sentenceOf(error)})`,
      'check the resolver of this machine',
    );
  }
}

/** RFC 7208 §3.2, §4.5: exactly one record. */
function spfFinding(domain: string, records: readonly string[]): Finding {
  const [record, ...others] = records.filter((one) => /^v=spf1( |$)/i.test(one));
  const remedy = `publish one TXT record at ${domain}, for example "v=spf1 mx -all" with the addresses of your mail server`;
  if (record === undefined) return failure('SPF', `${domain} has no record`, remedy);
  if (others.length > 0)
    return failure('SPF', `${domain} has ${others.length + 1} records, which counts as an error`, remedy);
  if (/\+?\ball$/i.test(record.trim()) && !/[-~?]all$/i.test(record.trim()))
    return failure('SPF', `${domain} allows every sender (+all)`, 'end the record with -all or ~all');
  if (!/[-~]all$|\bredirect=/i.test(record.trim()))
    return warning('SPF', `${domain} does not reject other senders`, 'end the record with -all or ~all');
  return good('SPF', record);
}

/** RFC 6376 §3.6.1: an empty `p=` revokes the key. */
function dkimFinding(name: string, records: readonly string[]): Finding {
  const key = records
    .map((record) => /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.trim())
    .find((one) => one !== undefined);
  if (key === undefined)
    return failure(
      'DKIM',
      `${name} has no key`,
      'publish the public key of your mail server there, or correct DKIM_SELECTOR',
    );
  if (key === '') return failure('DKIM', `the key at ${name} is revoked`, 'publish the current key');
  return good('DKIM', `${name} has a key`);
}

/** RFC 7489 §6.6.3: the record of the domain, else of the organisation's, here each parent with two labels or more. */
async function checkDmarc(domain: string, probe: Probe): Promise<Finding> {
  const labels = domain.split('.');
  const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
  for (const one of domains) {
    const found = await lookUp('DMARC', `_dmarc.${one}`, probe, dmarcFinding);
    if (found.state !== 'fail') return found;
  }
  return failure(
    'DMARC',
    `${domain} has no record`,
    `publish a TXT record at _dmarc.${domain}, for example "v=DMARC1; p=quarantine"`,
  );
}

function dmarcFinding(records: readonly string[], name: string): Finding {
  const record = records.find((one) => /^v=DMARC1\s*(;|$)/.test(one));
  if (record === undefined) return failure('DMARC', `${name} has no record`, 'publish one');
  const policy = /;\s*p=(\w+)/i.exec(record)?.[1]?.toLowerCase();
  if (policy === 'reject' || policy === 'quarantine') return good('DMARC', record);
  return warning(
    'DMARC',
    `${name} asks for no action (p=${policy ?? 'none'})`,
    'set p=quarantine or p=reject once SPF and DKIM pass',
  );
}
