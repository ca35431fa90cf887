package io.racedet.junit;

import io.racedet.junit.spi.Services;
import io.racedet.junit.spi.TestInterceptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * The extension that {@link RaceFree} and {@link ExpectRace} register. It delegates to a service,
 * so that this exported package does not depend on the implementation.
 */
public final class RacedetExtension
    implements InvocationInterceptor,
        BeforeEachCallback,
        BeforeTestExecutionCallback,
        AfterEachCallback {
  /* JUnit creates an instance for each repetition. */
  private static final Supplier<TestInterceptor> INTERCEPTORS =
      Services.find(TestInterceptor.class);

  private final TestInterceptor interceptor = INTERCEPTORS.get();

  /** Called by JUnit. */
  public RacedetExtension() {}

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    interceptor.beforeEach(context);
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) throws Exception {
    interceptor.beforeTestExecution(context);
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    interceptor.afterEach(context);
  }

  @Override
  public <T> T interceptTestClassConstructor(
      Invocation<T> invocation,
      ReflectiveInvocationContext<Constructor<T>> constructor,
      ExtensionContext context)
      throws Throwable {
    return interceptor.interceptTestClassConstructor(invocation, constructor, context);
  }

  @Override
  public void interceptBeforeAllMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    interceptor.interceptBeforeAllMethod(invocation, method, context);
  }

  @Override
  public void interceptAfterAllMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    interceptor.interceptAfterAllMethod(invocation, method, context);
  }

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    interceptor.interceptBeforeEachMethod(invocation, method, context);
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    interceptor.interceptAfterEachMethod(invocation, method, context);
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    interceptor.interceptTestMethod(invocation, method, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    interceptor.interceptTestTemplateMethod(invocation, method, context);
  }

  @Override
  public void interceptDynamicTest(
      Invocation<Void> invocation,
      DynamicTestInvocationContext dynamicTest,
      ExtensionContext context)
      throws Throwable {
    interceptor.interceptDynamicTest(invocation, dynamicTest, context);
  }
}
