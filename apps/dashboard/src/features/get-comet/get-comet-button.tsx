import { firstDeviceTexts as texts, type platformNames } from '@comet/texts';
import { buttonClasses, Icon } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { ownPlatform } from '../download/index.ts';

/** The platform of the device that shows the page, and whether it has an app; others connect with a config. */
export function ownDevice(): { readonly platform: keyof typeof platformNames; readonly hasApp: boolean } {
  const platform = ownPlatform(navigator.userAgent);
  return { platform, hasApp: platform === 'linux' };
}

/** Gets the app or a config for the device that shows the page. */
export function GetCometButton() {
  return ownDevice().hasApp ? (
    <a href="/download/" target="_blank" rel="noopener" className={buttonClasses('primary')}>
      <Icon name="download" size="medium" />
      {texts.getApp}
    </a>
  ) : (
    <Link to="/dash/download" className={buttonClasses('primary')}>
      <Icon name="download" size="medium" />
      {texts.getFile}
    </Link>
  );
}
