// Buttons of a form that need its values.

/**
 * Makes a button of a form point out an empty path parameter first, as the button that sends the form does.
 *
 * @template {HTMLButtonElement} Button
 * @param {Button} button
 */
export function needsValidForm(button) {
  button.addEventListener(
    'click',
    (event) => {
      if (!button.form?.reportValidity()) event.stopImmediatePropagation();
    },
    { capture: true },
  );
  return button;
}
