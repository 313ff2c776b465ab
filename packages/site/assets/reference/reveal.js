// Displays the target of a link that is in a closed part of the page: opens details, and selects tabs and options.

export function reveal() {
  const target = document.getElementById(fragment());
  if (!target) return;
  for (let element = target; element; element = element.parentElement) {
    if (element.localName === 'details') element.open = true;
    if (element.classList.contains('panel')) element.previousElementSibling.control.checked = true;
    if (element.classList.contains('field')) selectOptions(element);
  }
  target.scrollIntoView();
}

function fragment() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

/** Selects an option of each choice of the object that has the field, unless the selected one already displays it. */
function selectOptions(field) {
  const choices = field.parentElement.parentElement.querySelectorAll(':scope > .choice');
  for (const [index, choice] of choices.entries()) {
    const numbers = field.dataset[index === 0 ? 'a' : 'b']?.split(' ');
    const selected = choice.querySelector('input:checked')?.value;
    if (numbers === undefined || selected === '0' || numbers.includes(selected)) continue;
    choice.querySelector(`input[value="${numbers[0]}"]`).checked = true;
  }
}
