package io.racedet.junit.agent.model.language;

/** A line of a model cannot be parsed, or names something that does not exist. */
public final class ModelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final int SHOWN = 120;

  public ModelException(ModelLocation origin, String text, String expected) {
    super(
        String.format("%s: cannot use \"%s\" (expected: %s)", origin, cut(text.strip()), expected));
  }

  private static String cut(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}
