package io.racedet.samples.drivers;

import java.util.concurrent.Callable;
import org.h2.util.StringUtils;

/** H2 4124: two threads fill the same slot of a cache, which is an array of arrays. */
public final class UpperCaseCache implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    return new Runnable[] {
      () -> StringUtils.toUpperEnglish("abc"), () -> StringUtils.toUpperEnglish(new String("abc"))
    };
  }
}
