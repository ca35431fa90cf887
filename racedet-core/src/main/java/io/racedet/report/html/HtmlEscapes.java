package io.racedet.report.html;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;

/** Escapes of JSON inside of HTML: no text can end the element that it is in, or start another. */
final class HtmlEscapes extends CharacterEscapes {
  private static final long serialVersionUID = 1;

  private final int[] codes = standardAsciiEscapesForJSON();

  HtmlEscapes() {
    codes['<'] = ESCAPE_STANDARD;
    codes['>'] = ESCAPE_STANDARD;
    codes['&'] = ESCAPE_STANDARD;
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return codes;
  }

  @Override
  public SerializableString getEscapeSequence(int character) {
    return null; // none of our own
  }
}
