package io.racedet.samples.drivers;

import java.util.concurrent.Callable;
import org.codehaus.groovy.ast.ClassHelper;

/** GROOVY-4292: two threads put nodes of different classes into one WeakHashMap. */
public final class ClassNodeCache implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    ClassHelper.makeCached(Object.class);
    return new Runnable[] {
      () -> ClassHelper.makeCached(One.class), () -> ClassHelper.makeCached(Other.class)
    };
  }

  private static final class One {}

  private static final class Other {}
}
