package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.copied.io.netty.channel.ChannelHandlerContext;
import io.racedet.junit.agent.model.copied.io.netty.channel.DefaultChannelPipeline.HeadContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The entries of classes of libraries, by what is read to weave them. */
class LibraryEntriesTest {
  private static final String HEAD = HeadContext.class.getName().replace('.', '/');
  private static final String CONTEXT =
      ChannelHandlerContext.class.getName().replace('.', '/') + ".class";

  /** Notes which class files it has opened. */
  private static final class Reading extends ClassLoader {
    final List<String> opened = new ArrayList<>();

    Reading() {
      super(HeadContext.class.getClassLoader());
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      opened.add(name);
      return super.getResourceAsStream(name);
    }
  }

  private final Reading loader = new Reading();
  private UserModels models;

  @BeforeAll
  static void install() {
    Recorded.install();
  }

  @BeforeEach
  void load() {
    models = new UserModels(JdkModel.load());
  }

  private static byte[] fileOfHead() throws IOException {
    return HeadContext.class.getClassLoader().getResourceAsStream(HEAD + ".class").readAllBytes();
  }

  /** As in a version of the library whose head has no method {@code flush}. */
  private static byte[] withoutFlush(byte[] classFile) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] exceptions) {
                return name.equals("flush")
                    ? null
                    : super.visitMethod(access, name, type, signature, exceptions);
              }
            },
            0);
    return writer.toByteArray();
  }

  @Test
  void entry_isWovenOnce() throws IOException {
    UserModels.Modelled woven = models.of(HEAD, fileOfHead(), loader);
    assertThat(woven.has("flush(L" + CONTEXT.replace(".class", ";)V"))).isTrue();
    assertThat(woven.has("<init>()V")).isFalse();
    assertThat(woven.classFile()).isNotEqualTo(fileOfHead());
    assertThat(loader.opened).containsOnlyOnce(CONTEXT);
  }

  @Test
  void classOfAnotherVersion_hasNone() throws IOException {
    assertThat(models.of(HEAD, withoutFlush(fileOfHead()), loader)).isNull();
  }

  @Test
  void classOfAnotherName_hasNone() throws IOException {
    assertThat(models.of("com/acme/HeadContext", fileOfHead(), loader)).isNull();
    assertThat(loader.opened).isEmpty();
  }
}
