package io.racedet.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says what calls of a method mean for the order of threads, for classes that synchronise in a way
 * of their own. The text is what follows the method in a line of a model file.
 *
 * <pre>{@code
 * final class SpinLock {
 *   @SyncModel("acquire this")
 *   void lock() { ... }
 *
 *   @SyncModel("acquire this if result")
 *   boolean tryLock() { ... }
 *
 *   @SyncModel("release this")
 *   void unlock() { ... }
 * }
 * }</pre>
 *
 * <p>What the method itself does inside is no longer recorded: neither its data accesses nor its
 * synchronisation. A method that overrides it has no part in this unless it calls it.
 */
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Retention(RetentionPolicy.RUNTIME) // the JVM forgets others before a class is woven again
@Documented
public @interface SyncModel {
  /**
   * The clauses, separated by semicolons.
   *
   * @return for example {@code acquire this if result}
   */
  String value();
}
