// Connects the button that copies the Markdown of the page.
import { copyOnClick } from './clipboard.js';

const button = document.querySelector('.as-markdown button');
if (button) {
  const { href } = button.parentElement.querySelector('a');
  copyOnClick(button, () => markdown(href));
  button.hidden = false;
}

async function markdown(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} responded with ${response.status}`);
  return response.text();
}
