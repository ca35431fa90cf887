package io.racedet.junit.agent;

import static io.racedet.junit.agent.HandmadeSubject.NAME;
import static io.racedet.junit.agent.HandmadeSubject.method;
import static io.racedet.junit.agent.HandmadeSubject.subject;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.JdkModel;
import io.racedet.junit.agent.model.UserModels;
import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.subjects.Monitors;
import io.racedet.junit.agent.subjects.SerializedMonitors;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.junit.agent.weave.ClassWeaver;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** What tells that a thread requests the monitor of a synchronized method. */
class SynchronizedCallsTest {
  private static final int SYNCHRONIZED = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED;

  private final WovenSubjects subjects = WovenSubjects.recordingData();

  /** Nothing tells when one that is not woven has got its monitor. */
  @Test
  void methodsWithTheFlag_areKnownIfTheyAreWoven() {
    ClassWriter writer = subject(Opcodes.V1_8);
    method(
        writer,
        SYNCHRONIZED,
        "notWoven",
        "()V",
        code -> {
          code.visitInsn(Opcodes.ACONST_NULL);
          code.visitVarInsn(Opcodes.ASTORE, 0);
          code.visitInsn(Opcodes.RETURN);
        });
    int ofClass = SYNCHRONIZED | Opcodes.ACC_STATIC;
    method(writer, ofClass, "ofClass", "()V", code -> code.visitInsn(Opcodes.RETURN));
    method(writer, SYNCHRONIZED, "withoutFlag", "()V", code -> code.visitInsn(Opcodes.RETURN));
    TypeCatalog types = new TypeCatalog();
    ClassWeaver weaver =
        new ClassWeaver(new WeavingPlan(), types, new SiteTable(), new UserModels(JdkModel.load()));
    ClassLoader loader = getClass().getClassLoader();
    assertThat(weaver.weave(loader, writer.toByteArray(), Depth.DATA).leftOut()).hasSize(1);
    String name = NAME.replace('.', '/');
    assertThat(types.typesOf(loader).flaggedMonitors(name)).containsExactly("ofClass()V");
    assertThat(types.typesOf(loader).explicitMonitors(name)).containsExactly("withoutFlag()V");
    types.typesOf(loader).notWoven(name);
    assertThat(types.typesOf(loader).flaggedMonitors(name)).isEmpty();
  }

  @Test
  void callOfASynchronizedMethod_isAnnouncedWithItsReceiver_ifTheClassWasDefinedBefore()
      throws Throwable {
    WovenSubjects before = WovenSubjects.definedBefore();
    assertThat(before.run(Monitors.class, "calls")).isEqualTo("0 1 2 3.0 4 5 6 7");
    assertThat(before.log())
        .filteredOn(line -> line.startsWith("calling"))
        .hasSize(8)
        .containsOnly("calling Monitors");
    assertThat(before.log()).doesNotContain("enteringSynchronized Monitors");
  }

  @Test
  void synchronizedMethod_asksItself_ifTheClassIsBeingDefined() throws Throwable {
    assertThat(subjects.run(Monitors.class, "calls")).isEqualTo("0 1 2 3.0 4 5 6 7");
    assertThat(subjects.log("enter", "exit", "call", "enterSynchronized", "exitSynchronized"))
        .filteredOn(line -> line.startsWith("entering"))
        .hasSize(7)
        .containsOnly("enteringSynchronized Monitors");
    assertThat(subjects.log()).filteredOn(line -> line.startsWith("calling")).hasSize(1);
  }

  @Test
  void synchronizedMethod_keepsItsFlag_ifTheVersionOfItsClassDependsOnIt() throws Throwable {
    assertThat(subjects.run(SerializedMonitors.class, "calls")).isEqualTo(3);
    assertThat(subjects.log("enter", "exit", "call", "allocated"))
        .containsExactly(
            "calling SerializedMonitors",
            "enterSynchronized SerializedMonitors",
            "exitSynchronized SerializedMonitors",
            "enteringSynchronized SerializedMonitors$Fixed",
            "enterSynchronized SerializedMonitors$Fixed",
            "exitSynchronized SerializedMonitors$Fixed");
  }
}
