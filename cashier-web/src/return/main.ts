import { goOn } from './go-on.ts';
import { chooseReturnTexts } from './return-texts.ts';

const link = document.querySelector('a');
const title = document.querySelector('h1');
if (!link || !title) throw new Error('return.html has no link, or no title.');

const texts = chooseReturnTexts(navigator.languages);
document.documentElement.lang = texts.language;
document.documentElement.dir = texts.direction ?? 'ltr';
document.title = texts.title;
title.textContent = texts.title;
link.textContent = texts.goOn;

const isFramed = window.parent !== window;
// In a frame, the consumer presses this link only if the page around the frame does not continue the checkout by itself. The
// link then opens in the whole window.
if (isFramed) link.target = '_top';

goOn(link, {
  isFramed,
  frameName: window.name,
  // This message tells the page around the frame that the return page has loaded. That is no secret, so any page may receive
  // the message.
  tellParent: (message) => window.parent.postMessage(message, '*'),
  replaceAddress: (address) => location.replace(address),
});
