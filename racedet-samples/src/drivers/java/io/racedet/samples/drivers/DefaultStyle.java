package io.racedet.samples.drivers;

import java.util.concurrent.Callable;
import org.apache.commons.lang.builder.ToStringBuilder;
import org.apache.commons.lang.builder.ToStringStyle;

/** LANG-487: one thread sets the default style, another builds a string with it. */
public final class DefaultStyle implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    new ToStringBuilder("warm"); // initialises the class in this thread
    ToStringStyle style = ToStringStyle.SHORT_PREFIX_STYLE;
    return new Runnable[] {
      () -> ToStringBuilder.setDefaultStyle(style),
      () -> new ToStringBuilder("owner").append("key", 1).toString()
    };
  }
}
