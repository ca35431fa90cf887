package io.racedet.junit.extension;

import io.racedet.junit.check.CheckResult;
import io.racedet.junit.spi.TestInterceptor;
import io.racedet.junit.spi.Unchecked;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Repeats a checked test within its single test case.
 *
 * <p>In the run that the user started (the outer run), the lifecycle methods and the body of a
 * checked test are skipped. Instead, a separate launcher executes the same unique id once for each
 * repetition (an inner run). There, {@code @BeforeAll} and {@code @AfterAll} methods are skipped,
 * since they run in the outer run.
 */
public final class CheckedTestInterceptor implements TestInterceptor {
  private static final Namespace NAMESPACE = Namespace.create(CheckedTestInterceptor.class);

  /** The repetition that this instance is part of; empty in the outer run. */
  private final Optional<InnerRepetition> inner;

  /**
   * In an inner run, called during the auto-detection of extensions, so that it also intercepts the
   * class level.
   */
  public CheckedTestInterceptor() {
    inner = InnerLoader.repetitionOf(Thread.currentThread().getContextClassLoader());
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (inner.isPresent()) {
      inner.get().beforeEach();
      return;
    }
    try {
      TestAnnotations annotations =
          new TestAnnotations(context.getRequiredTestMethod(), context.getRequiredTestClass());
      Optional<CheckedTest> test =
          CheckedTest.of(annotations, context).filter(t -> t.options().enabled());
      Optional<String> ignored = annotations.ignored();
      if (ignored.isPresent()) {
        test.ifPresent(t -> t.ignore(context, ignored.get()));
        test = Optional.empty();
      }
      context.getStore(NAMESPACE).put(CheckedTest.class, test.orElse(null));
    } catch (IllegalArgumentException bad) {
      throw new ExtensionConfigurationException(bad.getMessage(), bad);
    }
  }

  /*
   * Not interceptTestMethod: a @Timeout applies to one run of the body, and would there apply
   * to all repetitions together.
   */
  @Override
  public void beforeTestExecution(ExtensionContext context) throws Exception {
    Optional<CheckedTest> test = repeated(context);
    if (test.isPresent()) {
      run(test.get(), context);
    }
  }

  private static void run(CheckedTest test, ExtensionContext context) throws InterruptedException {
    CheckResult result = inTurn(test, context);
    context.publishReportEntry(result.facts());
    result.warnings().forEach(warning -> context.publishReportEntry("racedet.warning", warning));
    if (result.failure().isPresent()) {
      Unchecked.rethrow(result.failure().get());
    }
  }

  /* A test that is checked because of the configuration alone holds no resource lock of JUnit. */
  private static CheckResult inTurn(CheckedTest test, ExtensionContext context)
      throws InterruptedException {
    Lock turn =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(Lock.class, key -> new ReentrantLock(), Lock.class);
    turn.lockInterruptibly();
    try {
      return test.run(context);
    } finally {
      turn.unlock();
    }
  }

  private Optional<CheckedTest> checked(ExtensionContext context) {
    return inner.isPresent()
        ? Optional.empty()
        : Optional.ofNullable(
            context.getStore(NAMESPACE).get(CheckedTest.class, CheckedTest.class));
  }

  /* A test factory runs once, in the outer run; each test that it creates is repeated. */
  private Optional<CheckedTest> repeated(ExtensionContext context) {
    return checked(context).filter(test -> !test.isFactory());
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(checked(context).isPresent(), invocation);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(checked(context).isPresent(), invocation);
  }

  @Override
  public void interceptDynamicTest(
      Invocation<Void> invocation,
      DynamicTestInvocationContext dynamicTest,
      ExtensionContext context)
      throws Throwable {
    Optional<CheckedTest> test = checked(context);
    skipIf(test.isPresent(), invocation);
    if (test.isPresent()) {
      run(test.get(), context);
    }
  }

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(repeated(context).isPresent(), invocation);
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(repeated(context).isPresent(), invocation);
  }

  @Override
  public void interceptBeforeAllMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(inner.isPresent(), invocation);
  }

  @Override
  public void interceptAfterAllMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    skipIf(inner.isPresent(), invocation);
  }

  @Override
  public <T> T interceptTestClassConstructor(
      Invocation<T> invocation,
      ReflectiveInvocationContext<Constructor<T>> constructor,
      ExtensionContext context)
      throws Throwable {
    if (inner.isEmpty()) {
      return invocation.proceed();
    }
    Optional<T> shared =
        inner.get().sharedInstance(constructor.getExecutable().getDeclaringClass());
    if (shared.isPresent()) {
      invocation.skip();
      return shared.get();
    }
    inner.get().begin();
    return invocation.proceed();
  }

  private static void skipIf(boolean skip, Invocation<Void> invocation) throws Throwable {
    if (skip) {
      invocation.skip();
    } else {
      invocation.proceed();
    }
  }
}
