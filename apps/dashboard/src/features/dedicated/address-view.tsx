import {
  countryInSentence,
  countryName,
  dedicatedTexts as texts,
  navigationTexts,
  formatText,
  servicesTexts,
} from '@comet/texts';
import { Banner, buttonClasses, Headline, LinkAction, Row, Rows, Subhead, CodeBlock } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { StoppedBanner } from '../balance/index.ts';
import { isAppPublished } from '../get-comet/index.ts';
import { serviceState } from '../services/index.ts';
import { Breadcrumb } from '../shell/index.ts';
import {
  type AddressPrices,
  type AddressProxy,
  canExtend,
  endsSoon,
  type DedicatedIp,
  locationText,
} from './dedicated-ip.ts';
import { useCopy } from '../../platform/screen/use-copy.ts';
import { CopyRow, hiddenPassword, ReadyLine, SecretRow } from '../proxy-access/index.ts';

export type AddressAction = 'note' | 'password' | 'swap';

interface AddressViewProps {
  readonly address: DedicatedIp;
  readonly prices: AddressPrices;
  readonly now: Date;
  readonly onAct: (action: AddressAction) => void;
}

/** A dedicated IP: the address and its end, how it is used, and the link to order another. */
export function AddressView({ address: own, prices, now, onAct }: AddressViewProps) {
  const { id, address, type, country, state, note, proxy, canSwap } = own;
  const isInUse = state === 'active' && address !== null && !own.stopped;
  const days = endsSoon(own, now);
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-8">
        <div className="flex flex-col gap-4">
          <Breadcrumb to="/dash/dedicated/" name={navigationTexts.dedicated} />
          <Headline>
            {address === null ? countryName(country) : <span className="font-mono">{address}</span>}
          </Headline>
        </div>
        {state === 'active' && own.stopped && <StoppedBanner />}
        {days !== null && (
          <Banner
            tone="warn"
            title={days <= 1 ? texts.endsTomorrow : formatText(texts.endsSoon, { count: days })}
          >
            {texts.endsSoonExplanation}
          </Banner>
        )}
        {isInUse && !own.online && (
          <Banner tone="warn" title={texts.offline}>
            {texts.offlineExplanation}
          </Banner>
        )}
        <Rows>
          <Row term={texts.state}>{serviceState(own)}</Row>
          <Row term={texts.location}>{locationText(own)}</Row>
          <Row term={texts.kind}>{servicesTexts.types[type]}</Row>
          <Row
            term={texts.note}
            action={
              <LinkAction aria-label={texts.changeNote} onClick={() => onAct('note')}>
                {texts.change}
              </LinkAction>
            }
          >
            {note === '' ? <span className="text-quiet">{texts.noNote}</span> : note}
          </Row>
        </Rows>
        {canExtend(own, prices, now) && (
          <Link
            to="/dash/dedicated/extend/$id"
            params={{ id }}
            className={`${buttonClasses('primary')} self-start`}
          >
            {texts.extend}
          </Link>
        )}
      </div>
      {isInUse && (
        <>
          {isAppPublished() && <VpnCommand address={address} />}
          <ProxyRows proxy={proxy} onNewPassword={() => onAct('password')} />
          <section className="flex flex-col items-start gap-4">
            <div className="flex flex-col gap-1.5">
              <Subhead>{texts.swap}</Subhead>
              <p className="m-0 max-w-[36rem] text-quiet">
                {canSwap
                  ? formatText(texts.swapExplanation, { country: countryInSentence(country) })
                  : texts.swapNotYet}
              </p>
            </div>
            {canSwap && <LinkAction onClick={() => onAct('swap')}>{texts.swapStart}</LinkAction>}
          </section>
        </>
      )}
    </div>
  );
}

/** The command by which a signed-in machine uses the address as its exit. Commands are not translated. */
function VpnCommand({ address }: { readonly address: string }) {
  const copy = useCopy();
  const command = `comet connect --dedicated ${address}`;
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.throughVpn}</Subhead>
        <p className="m-0 max-w-[36rem] text-quiet">{texts.throughVpnExplanation}</p>
      </div>
      <CodeBlock label={texts.throughVpn}>{command}</CodeBlock>
      <div>
        <LinkAction onClick={() => void copy(command, texts.copied)}>{texts.copyCommand}</LinkAction>
      </div>
    </section>
  );
}

interface ProxyRowsProps {
  /** Null while the address is not in service as a proxy. */
  readonly proxy: AddressProxy | null;
  readonly onNewPassword: () => void;
}

/** The address as a proxy: connection strings, and each setting separately. */
function ProxyRows({ proxy, onNewPassword }: ProxyRowsProps) {
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.asProxy}</Subhead>
        <p className="m-0 max-w-[36rem] text-quiet">
          {proxy === null ? texts.noProxy : texts.asProxyExplanation}
        </p>
      </div>
      {proxy !== null && (
        <>
          <ReadyLine name={texts.httpLine} protocol="http" access={{ ...proxy, port: proxy.httpPort }} />
          <ReadyLine name={texts.socksLine} protocol="socks5" access={{ ...proxy, port: proxy.socksPort }} />
          <Rows>
            <CopyRow term={texts.host} value={proxy.host} />
            <CopyRow term={texts.httpPort} value={String(proxy.httpPort)} />
            <CopyRow term={texts.socksPort} value={String(proxy.socksPort)} />
            <CopyRow term={texts.username} value={proxy.username} />
            <SecretRow
              term={texts.password}
              value={proxy.password}
              hidden={hiddenPassword}
              action={
                <LinkAction aria-label={texts.newPasswordOf} onClick={onNewPassword}>
                  {texts.newPassword}
                </LinkAction>
              }
            />
          </Rows>
        </>
      )}
    </section>
  );
}
