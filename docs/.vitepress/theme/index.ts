// The theme without its web fonts, because system fonts need no download.
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

export default DefaultTheme;
