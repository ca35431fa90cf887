package com.acme.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.*;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.*;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.web.servlet.AutoConfigureMockMvc;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;

@SpringBootTest
@AutoConfigureMockMvc
@RaceFree
class MockMvcTest {
  @Autowired MockMvc mvc;
  @Autowired OrderController controller;
  @Autowired Audit audit;
  @Autowired OrderRepository orders;

  @Test
  void oneRequest_thenLook() throws Exception {
    mvc.perform(
            post("/single")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"item\":\"tea\",\"quantity\":2}"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.item").value("tea"));
    assertThat(controller.lastItem).isEqualTo("tea");
  }

  @Test
  void ordersOfSeveralThreads() throws Exception {
    int before = audit.size();
    ExecutorService clients = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> placed = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String json = "{\"item\":\"item" + i % 3 + "\",\"quantity\":" + i + "}";
        placed.add(
            clients.submit(
                () -> {
                  mvc.perform(post("/orders").contentType(MediaType.APPLICATION_JSON).content(json))
                      .andExpect(status().isCreated());
                  return null;
                }));
      }
      for (Future<?> order : placed) {
        order.get();
      }
    } finally {
      clients.shutdown();
    }
    assertThat(audit.size()).isEqualTo(before + 8);
    mvc.perform(get("/orders")).andExpect(status().isOk());
  }

  @Test
  void asynchronousAnswers() throws Exception {
    Order order = orders.save(new NewOrder("milk", 1));
    MvcResult mail =
        mvc.perform(post("/mails/" + order.id())).andExpect(request().asyncStarted()).andReturn();
    mvc.perform(asyncDispatch(mail)).andExpect(content().string("order " + order.id()));
    MvcResult deferred =
        mvc.perform(get("/deferred/" + order.id())).andExpect(request().asyncStarted()).andReturn();
    mvc.perform(asyncDispatch(deferred)).andExpect(content().string("order " + order.id()));
  }
}
