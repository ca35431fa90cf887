package io.racedet.report.html;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;

/** Escapes for JSON within HTML: no text can end the enclosing element or start another one. */
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
    return null; // no custom escapes
  }
}
