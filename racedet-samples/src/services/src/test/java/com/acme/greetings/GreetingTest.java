package com.acme.greetings;

import static org.junit.jupiter.api.Assertions.*;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import org.junit.jupiter.api.Test;

/** What is the same for all services. Their requests order all that these tests do. */
@RaceFree
abstract class GreetingTest extends ServiceTestCase {
  @Test
  void oneRequest_thenLook() throws Exception {
    greeter.word = "welcome";
    assertEquals("welcome ann", service.ask("single/ann"));
    assertEquals("ann", greeter.last);
    greeter.word = "goodbye";
    greeter.last = null;
    assertEquals("goodbye bob", service.ask("single/bob"));
    assertEquals("bob", greeter.last);
  }

  @Test
  void severalGuests() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String name = "guest" + i;
      all.add(
          threads.submit(
              () -> {
                Greeter.Card card = greeter.card(name);
                assertEquals("hello " + name, service.ask("guest/" + name));
                assertEquals("dear " + name, card.text);
                return null;
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    threads.shutdown();
    assertEquals(8, greeter.guests());
    assertEquals(8, greeter.logged());
  }
}

class GrpcInProcessTest extends GreetingTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return GrpcService.inProcess(greeter);
  }
}

class GrpcNettyTest extends GreetingTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return GrpcService.onNetty(greeter);
  }
}

class GrpcOkHttpTest extends GreetingTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return GrpcService.onOkHttp(greeter);
  }
}

class JettyTest extends GreetingTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return HttpService.onJetty(greeter);
  }
}

class TomcatTest extends GreetingTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return HttpService.onTomcat(greeter);
  }
}

class UndertowTest extends GreetingTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return HttpService.onUndertow(greeter);
  }
}

class NettyTest extends GreetingTest {
  @Override
  Service open(Greeter greeter) throws Exception {
    return new NettyService(greeter);
  }
}
