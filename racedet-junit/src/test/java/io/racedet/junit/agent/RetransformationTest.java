package io.racedet.junit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RacyByDesign;
import io.racedet.junit.agent.model.JdkModel;
import io.racedet.junit.agent.model.UserModels;
import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.scope.NotWoven;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.agent.scope.WeavingLog;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.subjects.Fields;
import io.racedet.junit.agent.subjects.Kinds;
import io.racedet.junit.agent.subjects.Monitors;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.junit.agent.weave.ClassWeaver;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.api.Test;

/** Replaces the retransformation of the JVM, which cannot be made to fail on demand. */
class RetransformationTest {
  private final WeavingPlan plan = new WeavingPlan();
  private final TypeCatalog types = new TypeCatalog();
  private final WeavingLog ledger = new WeavingLog();
  private final WeavingTransformer transformer =
      new WeavingTransformer(plan, types, new SiteTable(), new UserModels(JdkModel.load()), ledger);
  private final Scope scope =
      Scope.of(getClass(), List.of("io.racedet.junit.agent.subjects"), List.of());
  private final List<Integer> batches = new ArrayList<>();
  private Class<?> unverifiable;
  private Class<?> unlinkable;
  private Class<?> uninitialisable;

  private Class<?>[] loaded;
  private final Retransformation retransformation =
      new Retransformation(instrumentation(), plan, types, transformer);

  private Instrumentation instrumentation() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getAllLoadedClasses" -> loaded;
                  case "isModifiableClass" -> true;
                  case "retransformClasses" -> retransform((Class<?>[]) arguments[0]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private Coverage cover(Class<?>... classes) {
    return cover(scope, classes);
  }

  private Coverage cover(Scope added, Class<?>... classes) {
    plan.add(added);
    loaded = classes;
    retransformation.run();
    return ledger.coverage(added);
  }

  private Void retransform(Class<?>[] batch) throws IOException {
    batches.add(batch.length);
    if (Arrays.asList(batch).contains(unlinkable)) {
      throw new NoClassDefFoundError("as if");
    }
    if (Arrays.asList(batch).contains(uninitialisable)) {
      throw new InternalError("class redefinition failed: invalid class");
    }
    for (Class<?> type : batch) {
      if (transform(type, classFile(type)) != null && type == unverifiable) {
        throw new VerifyError("as if");
      }
    }
    return null;
  }

  private byte[] transform(Class<?> type, byte[] classFile) {
    return transformer.transform(
        type.getModule(),
        type.getClassLoader(),
        type.getName().replace('.', '/'),
        type,
        type.getProtectionDomain(),
        classFile);
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    try (InputStream in =
        type.getResourceAsStream('/' + type.getName().replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }

  @Test
  void loadedClasses_inScope_areWovenOnce() {
    Coverage coverage = cover(Fields.class, String.class, RacedetAgent.class);
    assertThat(coverage).isEqualTo(new Coverage(List.of(Fields.class.getName()), List.of()));
    assertThat(cover(Fields.class, Kinds.class).woven()).hasSize(2);
    assertThat(batches).containsExactly(1, 1);
  }

  @Test
  void loadedClass_outOfScope_isWovenDeeperByALaterScope() {
    Scope other = Scope.of(Kinds.class, List.of("com.acme"), List.of());
    assertThat(cover(other, Fields.class, Kinds.class).woven())
        .containsExactly(Kinds.class.getName());
    assertThat(cover(other, Fields.class, Kinds.class).woven()).hasSize(1);
    assertThat(batches).containsExactly(2);
    assertThat(cover(scope, Fields.class, Kinds.class).woven()).hasSize(2);
    assertThat(batches).containsExactly(2, 1);
  }

  @Test
  void class_thatJvmRejects_isReported_andOthersAreWoven() {
    unverifiable = Kinds.class;
    Coverage coverage = cover(Fields.class, Kinds.class, Monitors.class);
    assertThat(batches).containsExactly(3, 1, 1, 1, 1);
    assertThat(coverage.failures())
        .containsExactly(new NotWoven(Kinds.class.getName(), "java.lang.VerifyError: as if"));
    assertThat(coverage.woven()).hasSize(2);
  }

  @Test
  void class_thatCannotBeLinkedAnyway_isNoFailure() {
    unlinkable = Kinds.class;
    assertThat(cover(Fields.class, Kinds.class))
        .isEqualTo(new Coverage(List.of(Fields.class.getName()), List.of()));
  }

  @Test
  void class_whoseInitialisationHasFailed_isNoFailure() {
    uninitialisable = Kinds.class;
    assertThat(cover(Fields.class, Kinds.class))
        .isEqualTo(new Coverage(List.of(Fields.class.getName()), List.of()));
  }

  private byte[] defined(Class<?> type, byte[] classFile) {
    return transformer.transform(
        type.getModule(),
        type.getClassLoader(),
        type.getName().replace('.', '/'),
        null,
        type.getProtectionDomain(),
        classFile);
  }

  /** How many methods that are not static have the flag. */
  private static int flags(byte[] classFile) {
    int[] flags = new int[1];
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] thrown) {
                int both = access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC);
                flags[0] += both == Opcodes.ACC_SYNCHRONIZED ? 1 : 0;
                return null;
              }
            },
            ClassReader.SKIP_CODE);
    return flags[0];
  }

  private static byte[] withBlankReason(byte[] classFile) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public void visitEnd() {
                FieldVisitor field = visitField(0, "added", "I", null, null);
                field
                    .visitAnnotation(Type.getDescriptor(RacyByDesign.class), true)
                    .visit("value", " ");
                super.visitEnd();
              }
            },
            0);
    return writer.toByteArray();
  }

  /** The JVM does not let a loaded class get back what it was defined without. */
  @Test
  void classDefinedWithoutFlags_staysSo_whereItIsNotWovenAgain() throws IOException {
    plan.add(scope);
    byte[] classFile = classFile(Monitors.class);
    assertThat(flags(classFile)).isPositive();
    assertThat(flags(defined(Monitors.class, classFile))).isZero();
    assertThat(flags(transform(Monitors.class, classFile))).isZero();
    byte[] unweavable = withBlankReason(classFile);
    assertThat(flags(transform(Monitors.class, unweavable))).as("weaving fails").isZero();
    transformer.exclude(Monitors.class);
    assertThat(flags(transform(Monitors.class, classFile))).as("excluded").isZero();
    assertThat(transform(Fields.class, classFile(Fields.class))).as("not excluded").isNotNull();
  }

  /** As when a model that calls its library pure comes with a later test. */
  @Test
  void classDefinedWithoutFlags_staysSo_whereItIsCalledPureLater() throws IOException {
    ClassWeaver weaver =
        new ClassWeaver(plan, types, new SiteTable(), new UserModels(JdkModel.load()));
    ClassLoader loader = Monitors.class.getClassLoader();
    byte[] classFile = classFile(Monitors.class);
    assertThat(flags(weaver.weave(loader, classFile, Depth.SYNC, true).classFile())).isZero();
    assertThat(flags(weaver.weave(loader, classFile, Depth.LENT, false).classFile())).isZero();
  }

  @Test
  void classThatWasNotWovenWhenDefined_keepsItsFlags() throws IOException {
    plan.add(scope);
    byte[] classFile = classFile(Monitors.class);
    assertThat(defined(Monitors.class, withBlankReason(classFile))).isNull();
    assertThat(flags(transform(Monitors.class, classFile))).isEqualTo(flags(classFile));
    transformer.exclude(Monitors.class);
    assertThat(transform(Monitors.class, classFile)).isNull();
  }

  @Test
  void class_thatCannotBeRead_isReported() {
    plan.add(scope);
    assertThat(transform(Fields.class, new byte[20])).isNull();
    Coverage coverage = ledger.coverage(scope);
    assertThat(coverage.woven()).isEmpty();
    assertThat(coverage.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.className()).isEqualTo(Fields.class.getName()));
  }

  @Test
  void failures_inOtherScopes_areNotReported() {
    plan.add(Scope.of(getClass(), List.of(), List.of()));
    transform(Fields.class, new byte[20]);
    assertThat(ledger.coverage(Scope.of(getClass(), List.of("org.x"), List.of())).failures())
        .isEmpty();
  }

  @Test
  void nothing_isWovenWithoutScope() throws IOException {
    assertThat(transform(Fields.class, classFile(Fields.class))).isNull();
  }
}
