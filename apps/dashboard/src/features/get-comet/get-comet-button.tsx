import { firstDeviceTexts as texts } from '@comet/texts';
import { buttonClasses, Icon } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { detectDevice } from './detect-device.ts';

/** Links to the app or to a config for the device that displays the page. */
export function GetCometButton() {
  return detectDevice().hasApp ? (
    <a href="/download/" target="_blank" rel="noopener" className={buttonClasses('primary')}>
      <Icon name="download" size="medium" />
      {texts.getApp}
    </a>
  ) : (
    <Link to="/dash/download" className={buttonClasses('primary')}>
      <Icon name="file-down" size="medium" />
      {texts.getFile}
    </Link>
  );
}
