package io.racedet.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the synchronisation effect of calls to a method, for classes that implement
 * synchronisation of their own. The value has the syntax of what follows the method in a line of a
 * model file.
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
 * <p>Nothing inside the method is recorded any longer, neither data accesses nor synchronisation.
 * The annotation does not apply to an overriding method, except where that method calls this one.
 */
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Retention(RetentionPolicy.RUNTIME) // retransformation loses CLASS annotations
@Documented
public @interface SyncModel {
  /**
   * The clauses, separated by semicolons.
   *
   * @return for example {@code acquire this if result}
   */
  String value();
}
