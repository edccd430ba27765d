import { dedicatedTexts as texts } from '@comet/texts';
import { LinkAction, Rows, Subhead } from '@comet/ui';
import { CopyRow, hiddenPassword, ReadyLine, SecretRow } from '../proxy-access/index.ts';
import type { AddressProxy } from './own-address.ts';

interface ProxyRowsProps {
  /** Null while the address is not in service as a proxy. */
  readonly proxy: AddressProxy | null;
  readonly onNewPassword: () => void;
}

/** The address as a proxy: ready lines, and the parts of them. */
export function ProxyRows({ proxy, onNewPassword }: ProxyRowsProps) {
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
