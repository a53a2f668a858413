// Keys that do something by themselves, wherever nobody types; one switch turns all of them off.
import { signal, useEffect, useRef } from '../../../vendor/preact.js';
import { store, stored } from './preferences.js';

/** Tells whether a single key does something: 'on' or 'off'. */
export const shortcuts = signal(stored('shortcuts') ?? 'on');

export const turnShortcuts = () => {
  shortcuts.value = shortcuts.value === 'on' ? 'off' : 'on';
  store('shortcuts', shortcuts.value);
};

/** What takes keys for itself. */
const TYPED_IN = 'input:not([type=radio]):not([type=checkbox]), textarea, select, dialog';

/** Does what belongs to a key, once for each press. @param {Record<string, () => unknown>} acts by key, in small letters */
export const useShortcuts = (acts) => {
  const now = useRef(acts);
  now.current = acts;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const typing = event.target instanceof Element && event.target.closest(TYPED_IN);
      if (typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey || shortcuts.value === 'off') return;
      now.current[event.key.toLowerCase()]?.();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
};
