import { homeTexts as texts } from '@comet/texts';
import { buttonClasses, Icon } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { isAppPublished } from './published.ts';

/** The way to another device: the code that its app shows, or a config where the operator publishes no app. */
export function AddDeviceLink() {
  return (
    <Link
      to={isAppPublished() ? '/dash/quick-login/' : '/dash/download/'}
      className={buttonClasses('secondary')}
    >
      <Icon name="plus" size="medium" />
      {texts.addDevice}
    </Link>
  );
}
